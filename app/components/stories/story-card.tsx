import { Link } from "react-router";
import type { StorySummary } from "../../content/stories/story";
import { StoryCounts, StoryCover, StoryDate, StoryMeta, StoryTags } from "./story-parts";

interface StoryCardProps {
  story: StorySummary;
  /** The sentence that stands for the story. A card that shows it spans two columns where there are three. */
  pull: string | null;
}

/** A story in the grid. Its title is its one link, stretched over the card. */
export function StoryCard({ story, pull }: StoryCardProps) {
  return (
    <li className={pull ? "card card-wide" : "card"}>
      <StoryCover id={story.id} />
      <div className="card-text">
        <StoryMeta story={story} />
        <h3>
          <Link to={`/stories/${story.id}`}>{story.title}</Link>
        </h3>
        <p>{story.excerpt}</p>
        {pull && <p className="card-pull">“{pull}”</p>}
        <StoryTags tags={story.tags} />
        <div className="card-foot">
          <span>
            {story.author}, <StoryDate date={story.date} />
          </span>
          <StoryCounts story={story} />
          <span className="quiet" aria-hidden="true">
            Read
          </span>
        </div>
      </div>
    </li>
  );
}
