// The texts of the stories page, without the stories.

export const STORIES_PAGE = {
  title: "How they began",
  lead: "Twelve stories from members: what they started with, who helped, and what it came to.",
  description:
    "Success stories from students, founders and mentors across Maharashtra, Ghana, Nigeria and Uganda: what they began with, who helped, and what it came to.",
  figures: [
    { label: "Success Stories", value: "1000+" },
    { label: "Active Collaborations", value: "5000+" },
    { label: "Students Impacted", value: "50K+" },
  ],
  closing: {
    title: "The thirteenth could be yours.",
    lead: "Join and begin it, or tell us what you have already begun. A few honest paragraphs are enough; we write back before anything is printed.",
  },
} as const;
