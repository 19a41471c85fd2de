import { index, layout, prefix, type RouteConfig, route } from "@react-router/dev/routes";

// app/root.tsx renders the header and the footer of every page.
export default [
  index("routes/marketing/home.tsx"),
  route("collaboration", "routes/marketing/collaboration.tsx"),
  route("about", "routes/marketing/about.tsx"),
  route("launchpad", "routes/marketing/launchpad.tsx"),
  ...prefix("stories", [index("routes/marketing/stories.tsx"), route(":id", "routes/marketing/story.tsx")]),
  route("privacy", "routes/marketing/privacy.tsx"),
  route("terms", "routes/marketing/terms.tsx"),
  route("cookies", "routes/marketing/cookies.tsx"),

  // Two paths show the sign-in page. A module that is used twice needs an id for each route.
  route("login", "routes/auth/sign-in.tsx", { id: "login" }),
  route("signin", "routes/auth/sign-in.tsx", { id: "signin" }),
  route("login/code", "routes/auth/sign-in-code.tsx"),
  route("login/two-step", "routes/auth/two-step/route.tsx"),
  route("signup", "routes/auth/sign-up/route.tsx"),
  route("logout", "routes/auth/sign-out.tsx"),
  route("verify-email", "routes/auth/verify-email.tsx"),
  route("reset-password", "routes/auth/reset-password.tsx"),

  layout("routes/account/layout.tsx", [
    route("dashboard", "routes/account/dashboard.tsx"),
    route("settings", "routes/account/settings/route.tsx"),
    route("settings/delete", "routes/account/settings/delete.tsx"),
    route("settings/two-step", "routes/account/settings/two-step/route.tsx"),
    route("settings/two-step/codes", "routes/account/settings/two-step/codes.tsx"),
    route("settings/two-step/off", "routes/account/settings/two-step/off.tsx"),
    route("profile", "routes/account/profile/route.tsx"),
    route("profile/file", "routes/account/file/route.tsx"),
    route("profile/file/delete", "routes/account/file/delete.tsx"),
  ]),

  route("*", "routes/marketing/not-found.tsx"),
] satisfies RouteConfig;
