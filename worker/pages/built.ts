// Renders the pages of the built app. A module of its own, since an isolate that answers with kept pages alone never needs it.
import * as build from "virtual:react-router/server-build";
import { createPageRenderer } from "./render";

export const renderBuilt = createPageRenderer(build, import.meta.env.MODE);
