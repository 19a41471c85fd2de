// The security phrase for an address that no account has: two words, as the backend makes them for the others.
//
// The backend's phrase stands in the mail, so that a known address cannot have one of ours, and its words are its own. Ours
// are of the same kind, and about as many. Somebody who knows its lists, and asks about one address again and again, can still
// see by a word that is not among them that no account has the address; the limit on codes lets that be five times an hour.

const ADJECTIVES = `
  Able Agile Alert Ample Amber Ancient Ardent Artful Autumn Awake Balanced Bold Bouncy Brave Breezy Bright Brisk Bronze
  Busy Calm Candid Careful Cheerful Civil Clear Clever Cloudy Cosy Creative Crimson Crisp Curious Daring Dashing Dazzling
  Decent Deep Devoted Diligent Distant Eager Earnest Easy Elegant Endless Even Fabled Fair Faithful Famous Fearless Fluent
  Fond Fragrant Frank Fresh Friendly Frosty Generous Gentle Gifted Glad Gleaming Golden Graceful Grand Grateful Green Handy
  Happy Hardy Hearty Helpful Honest Hopeful Humble Ideal Jolly Joyful Keen Kind Lasting Lively Loyal Lucid Lucky Mellow
  Merry Mighty Mindful Modest Neat Nimble Noble Open Patient Peaceful Playful Pleasant Polished Polite Proud Prudent Quick
  Quiet Radiant Ready Refined Robust Rosy Rustic Serene Sharp Silent Silver Sincere Smooth Snug Sparkling Spirited Stable
  Steady Sturdy Sunny Swift Tender Thankful Thorough Tidy Tranquil Trusty Upbeat Valiant Velvet Vibrant Vigilant Vivid Warm
  Watchful Wise Witty Zesty
`
  .trim()
  .split(/\s+/);

const NOUNS = `
  acorn almond anchor apple apron arch arrow atlas bamboo banyan basket beacon bell bench bicycle blanket boat book bottle
  bowl branch bridge brook broom bucket button cabin candle canoe canvas carpet cart castle cedar chair chalk cherry clock
  cloud clover comet compass copper cotton cricket cup cushion dolphin door drum eagle easel ember falcon feather fern field
  flute forest fountain garden gate ginger glacier guitar hammer harbour hat hill horizon island ivy jar jasmine kettle kite
  ladder lake lamp lantern leaf lemon library lily lotus mango maple marble market meadow mirror monsoon moon mountain
  needle nest notebook oar ocean olive orange orchard otter owl paddle palm paper parrot peacock pebble pencil piano pillow
  pine planet plum pocket pottery quilt rainbow ribbon river robin rose saddle sail sandal saucer scarf shell slate sparrow
  spoon spring stone summit sun table tailor teapot telescope temple thimble thread tiger train tree trumpet tulip umbrella
  utensil valley violin walnut whistle willow window
`
  .trim()
  .split(/\s+/);

/** Such as "Calm lamp". */
export function securityPhrase(): string {
  const [first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `${ADJECTIVES[first % ADJECTIVES.length]} ${NOUNS[second % NOUNS.length]}`;
}
