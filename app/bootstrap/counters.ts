// Inline script of static pages with numbers that count up.
import { attachCounter } from "../components/counter";

for (const number of document.querySelectorAll<HTMLElement>("[data-count-up]")) attachCounter(number);
