export default function Story() {
  return <h1>Story</h1>;
}
