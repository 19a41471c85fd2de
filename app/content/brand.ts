// The product's name, addresses and phone number.

export const BRAND = {
  name: "Navarambh",
  tagline: "Innovation Hub",
  footerTagline: "We help people launch ideas, connect and grow.",
  copyright: "© 2025 Navarambh. All rights reserved.",
  credit: "Developed by the Navarambh team",
  description:
    "Navarambh connects students, entrepreneurs, mentors, investors, colleges and companies, so that a first idea finds the people who can build it.",
  /** The origin of canonical links and share images, on every host. */
  origin: "https://navarambh.example",
  email: "hello@navarambh.example",
  phone: "+91 20 5550 0100",
  phoneHref: "tel:+912055500100",
  address: "Pune, Maharashtra",
  mapHref: "https://www.openstreetmap.org/search?query=Pune%2C%20Maharashtra",
} as const;

/** The social networks in the footer, in order. Their URLs are settings of the deployment. */
export const SOCIAL_NETWORKS = [
  { key: "linkedin", name: "LinkedIn" },
  { key: "instagram", name: "Instagram" },
  { key: "x", name: "X" },
  { key: "youtube", name: "YouTube" },
] as const;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]["key"];
