// The share images of pages and stories (Open Graph), as HTML documents of 1200 x 630 pixels.
import { readFileSync } from "node:fs";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Avatar } from "../../app/components/motif/avatar";
import { coverSvg } from "../../app/components/motif/cover";
import { Mark } from "../../app/components/motif/mark";
import { Sunrise, SunriseDefs } from "../../app/components/motif/sunrise";
import { ABOUT_PAGE } from "../../app/content/about";
import { BRAND } from "../../app/content/brand";
import { HERO } from "../../app/content/home";
import { LAUNCHPAD_PAGE } from "../../app/content/launchpad";
import { COOKIE_POLICY } from "../../app/content/legal/cookies";
import { PRIVACY } from "../../app/content/legal/privacy";
import { TERMS } from "../../app/content/legal/terms";
import { STORIES_PAGE } from "../../app/content/stories/page";
import { FEATURED_COUNT, STORIES } from "../../app/content/stories/stories";
import type { Story } from "../../app/content/stories/story";
import { svgUri } from "../../app/lib/svg-uri";
import { frameSvg } from "./video/frame";
import { FRAMES_PER_SECOND } from "./video/timeline";

export const SHARE_SIZE = { width: 1200, height: 630 };

interface PageCard {
  /** Path below public/share/, without its ending. */
  file: string;
  title: string;
  /** The drawing beside the title; a sunrise by default, a small one on legal pages. */
  drawing?: "video" | "covers" | "small";
}

const PAGE_CARDS: readonly PageCard[] = [
  { file: "navarambh", title: HERO.lines.join(" ") },
  { file: "launchpad", title: LAUNCHPAD_PAGE.title, drawing: "video" },
  { file: "about", title: ABOUT_PAGE.title },
  { file: "collaboration", title: "A cloth needs more than one pair of hands" },
  { file: "stories", title: STORIES_PAGE.title, drawing: "covers" },
  { file: "privacy", title: PRIVACY.title, drawing: "small" },
  { file: "terms", title: TERMS.title, drawing: "small" },
  { file: "cookies", title: COOKIE_POLICY.title, drawing: "small" },
];
/** The video's most telling moment: indigo closes in on turmeric. */
const VIDEO_MOMENT_SECONDS = 12.45;
const LONG_TITLE = 36;

const CATEGORY_NAMES: Record<Story["category"], string> = {
  success: "Success story",
  startup: "Startup story",
  collaboration: "Collaboration story",
};

function Brand() {
  return (
    <p className="brand">
      <Mark />
      <b>{BRAND.name}</b>
    </p>
  );
}

function PageDrawing({ drawing }: Pick<PageCard, "drawing">) {
  if (drawing === "video") {
    const frame = frameSvg(Math.round(VIDEO_MOMENT_SECONDS * FRAMES_PER_SECOND));
    return <img className="beside" src={svgUri(frame)} alt="" />;
  }
  if (drawing === "covers") {
    return STORIES.slice(0, FEATURED_COUNT).map(({ id, category }, i) => (
      <img key={id} className={`strip strip-${i}`} src={svgUri(coverSvg({ id, category }))} alt="" />
    ));
  }
  return (
    <>
      <SunriseDefs />
      <div className={drawing === "small" ? "sun small" : "sun"}>
        <Sunrise />
      </div>
    </>
  );
}

function PageCloth({ title, drawing }: Omit<PageCard, "file">) {
  return (
    <>
      <PageDrawing drawing={drawing} />
      <div className="words">
        <Brand />
        <h1 className={title.length > LONG_TITLE ? "long" : ""}>{title}</h1>
      </div>
    </>
  );
}

function StoryCloth({ story }: { story: Story }) {
  return (
    <>
      <img className="beside" src={svgUri(coverSvg(story))} alt="" />
      <div className="words">
        <Brand />
        <div>
          <p className="kind">{CATEGORY_NAMES[story.category]}</p>
          <h1 className="long">{story.title}</h1>
        </div>
        <p className="author">
          <Avatar name={story.author} />
          <b>{story.author}</b>
        </p>
      </div>
    </>
  );
}

/** The design tokens and motif colours as plain CSS, with the heading font embedded, since the document has no server. */
function styles(): string {
  const themes = [...readFileSync("app/app.css", "utf8").matchAll(/@theme (?:inline )?(\{[\s\S]*?\n\})/g)];
  if (themes.length === 0) throw new Error("app/app.css has no @theme block");
  const font = readFileSync("public/fonts/bricolage.woff2", "base64");
  return [
    `@font-face{font-family:"Bricolage Grotesque";font-weight:700;src:url(data:font/woff2;base64,${font})}`,
    ...themes.map(([, tokens]) => `:root${tokens}`),
    readFileSync("app/styles/motif.css", "utf8"),
    readFileSync("scripts/media/share-cards.css", "utf8"),
  ].join("\n");
}

/** Every card as an HTML document, by its path below public/share/. */
export function shareDocuments(): Map<string, string> {
  const css = styles();
  const page = (content: ReactNode) =>
    `<!doctype html><html lang="en-IN"><meta charset="utf-8"><style>${css}</style><body>${renderToStaticMarkup(content)}`;
  return new Map([
    ...PAGE_CARDS.map((card): [string, string] => [
      `${card.file}.png`,
      page(<PageCloth title={card.title} drawing={card.drawing} />),
    ]),
    ...STORIES.map((story): [string, string] => [`stories/${story.id}.png`, page(<StoryCloth story={story} />)]),
  ]);
}
