// Inline on settled pages with numbers that count up.
import { attachCounter } from "../components/counter";

for (const number of document.querySelectorAll<HTMLElement>(".count-up")) attachCounter(number);
