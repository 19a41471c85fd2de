import type { CollaborationWay } from "../content/partners";
import { ClusterStrip } from "./motif/clusters";

/** The three kinds of partners side by side, each with four benefits. Needs `ClusterDefs` on the page, and a cloth to stand on. */
export function Ways({ ways }: { ways: readonly CollaborationWay[] }) {
  return (
    <ul className="ways bare">
      {ways.map((way) => (
        <li className="way" key={way.title}>
          <ClusterStrip kind={way.knots} />
          <h3>{way.title}</h3>
          <p>{way.lead}</p>
          <ul className="tied">
            {way.benefits.map((benefit) => (
              <li key={benefit}>{benefit}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
