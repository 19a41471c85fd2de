// Small diagrams made of ties, for the home page. They are decorative: the text beside each says the same.
import { cx } from "class-variance-authority";
import type { ReactNode } from "react";
import { Knots } from "./knots";
import { arc, createRandom, hash, type Point, ties } from "./ties";

const circle = (center: Point, radius: number, count: number, random: () => number) =>
  arc({ center, radius, from: 0, to: 360 - 360 / count, count, slack: 1.4 }, random);

function contributionPaths() {
  const random = createRandom(hash("contributions"));
  const outer = circle([120, 120], 97, 24, random);
  const inner = circle([120, 120], 64, 16, random);
  const shares = [...outer.slice(0, 7), ...inner.slice(0, 5)];
  const pay = [...outer.slice(7), ...inner.slice(5)];
  return { pay: ties(pay, random), shares: ties(shares, random) };
}

function overlapPaths() {
  const random = createRandom(hash("overlap"));
  const two = [...circle([52, 86], 39, 18, random), ...circle([98, 86], 39, 18, random)];
  return { two: ties(two, random), one: ties(circle([75, 46], 39, 18, random), random) };
}

function stairPaths() {
  const random = createRandom(hash("stairs"));
  const steps: Point[] = [];
  for (let column = 0; column < 7; column++) {
    const height = column + 1 - (column === 6 ? 1 : 0);
    for (let row = 0; row < height; row++) steps.push([12 + column * 21 + random(), 121 - row * 18 + random()]);
  }
  return { steps: ties(steps, random), top: "M138 13h0" };
}

function mentorPaths() {
  const random = createRandom(hash("mentor"));
  const ring = arc({ center: [88, 70], radius: 51, from: 166, to: 490, count: 20 }, random);
  const path: Point[] = [
    [32, 35],
    [43, 41],
    [54, 48],
    [65, 55],
  ];
  return { ring: ties(ring, random), path: ties(path, random) };
}

function reachPaths() {
  const random = createRandom(hash("reach"));
  const base = 112;
  const home = 137;
  const towns = [12, 35, 80];
  const arcs = towns.flatMap((x) => {
    const radius = (home - x) / 2;
    return arc(
      { center: [x + radius, base], radius, from: 12, to: 168, count: Math.round(radius / 3.3), slack: 0.8 },
      random,
    );
  });
  return { arcs: ties(arcs, random), towns: ties(towns.map((x): Point => [x, base])), home: `M${home} ${base}h0` };
}

/** The weeks of half a year as ties in a strip of 360 x 30 units: a gap for the weeks of exams, marigold for the weeks after. */
function halfYearPaths(seed: string, exams: readonly number[], restart: readonly number[]) {
  const random = createRandom(hash(seed));
  const weeks = Array.from({ length: 26 }, (_, week) => week).filter((week) => !exams.includes(week));
  const place = (week: number): Point => [10 + week * 13.6 + random(), 15 + (random() - 0.5) * 2.5];
  return {
    weeks: ties(weeks.filter((week) => !restart.includes(week)).map(place), random),
    restart: ties(restart.map(place), random),
  };
}

const CONTRIBUTIONS = contributionPaths();
const OVERLAP = overlapPaths();
const STAIRS = stairPaths();
const MENTOR = mentorPaths();
const REACH = reachPaths();
const HALVES = [
  { months: "JFMAMJ", ...halfYearPaths("spring", [15, 16, 17, 18, 19], [20, 21, 22]) },
  { months: "JASOND", ...halfYearPaths("autumn", [17, 18, 19, 20], [21, 22]) },
];

export interface DiagramProps {
  /** Sets the width; the full width by default. */
  className?: string;
}

function Diagram({ viewBox, className = "w-full", children }: DiagramProps & { viewBox: string; children: ReactNode }) {
  return (
    <svg className={cx("ties overflow-visible", className)} viewBox={viewBox} aria-hidden="true">
      {children}
    </svg>
  );
}

/** Two rings of working hours; those paid in shares are marigold. */
export function ContributionsDiagram({ className }: DiagramProps) {
  return (
    <Diagram viewBox="0 0 240 240" className={className}>
      <Knots path={CONTRIBUTIONS.pay} width={17} />
      <Knots path={CONTRIBUTIONS.shares} width={17} sun />
    </Diagram>
  );
}

/** Three circles that share their middle. */
export function ProjectsDiagram({ className }: DiagramProps) {
  return (
    <Diagram viewBox="0 0 150 130" className={className}>
      <Knots path={OVERLAP.two} width={10} />
      <Knots path={OVERLAP.one} width={10} sun />
    </Diagram>
  );
}

/** Rising columns with a marigold tie on top. */
export function ProgramsDiagram({ className }: DiagramProps) {
  return (
    <Diagram viewBox="0 0 150 130" className={className}>
      <Knots path={STAIRS.steps} width={11} />
      <Knots path={STAIRS.top} width={14} sun />
    </Diagram>
  );
}

/** An open ring, and a dotted path into it from outside. */
export function MentorshipDiagram({ className }: DiagramProps) {
  return (
    <Diagram viewBox="0 0 150 130" className={className}>
      <Knots path={MENTOR.ring} width={10} />
      <Knots path="M88 70h0" width={36} />
      <Knots path="M14 22h1" width={22} sun />
      <Knots path={MENTOR.path} width={6} />
    </Diagram>
  );
}

/** Three towns, each with its arc to a fourth. */
export function ReachDiagram({ className }: DiagramProps) {
  return (
    <Diagram viewBox="0 0 150 130" className={className}>
      <Knots path={REACH.arcs} width={7} />
      <Knots path={REACH.towns} width={16} />
      <Knots path={REACH.home} width={20} sun />
    </Diagram>
  );
}

/** The weeks of a year in two strips, side by side on wide screens. */
export function YearDiagram() {
  return (
    <div className="mt-5 grid grid-cols-1 gap-y-3.5 md:grid-cols-2 lg:mt-0">
      {HALVES.map((half) => (
        <div key={half.months}>
          <Diagram viewBox="0 0 360 30">
            <Knots path={half.weeks} width={11} />
            <Knots path={half.restart} width={11} sun />
          </Diagram>
          <div className="grid grid-cols-6 text-center text-xs/body text-ink-soft" aria-hidden="true">
            {[...half.months].map((month, i) => (
              <span key={i}>{month}</span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function climbPath() {
  const random = createRandom(hash("climb"));
  const points = Array.from({ length: 60 }, (_, i): Point => {
    const t = i / 59;
    return [24 + t * 1160 + random() * 2, 204 - 190 * (1 - (1 - t) ** 1.7) + (random() - 0.5) * 2];
  });
  return ties(points, random);
}

const CLIMB = climbPath();

/** The rising dotted line above the three steps, 1200 x 210 units. */
export function ClimbLine({ className }: DiagramProps) {
  return (
    <Diagram viewBox="0 0 1200 210" className={className}>
      <Knots path={CLIMB} width={9} />
    </Diagram>
  );
}
