// The links of header and footer.

export interface NavigationItem {
  to: string;
  label: string;
}

export const MAIN_NAVIGATION: readonly NavigationItem[] = [
  { to: "/", label: "Home" },
  { to: "/launchpad", label: "Launchpad" },
  { to: "/about", label: "About" },
  { to: "/collaboration", label: "Collaboration" },
  { to: "/stories", label: "Stories" },
];

export const LEGAL_NAVIGATION: readonly NavigationItem[] = [
  { to: "/privacy", label: "Privacy" },
  { to: "/terms", label: "Terms" },
  { to: "/cookies", label: "Cookies" },
];

/** Listed in the footer as plain text, since they have no pages. */
export const PROGRAMS = ["Student Entrepreneurship", "Mentorship", "Startup Incubation", "Career Development"] as const;
