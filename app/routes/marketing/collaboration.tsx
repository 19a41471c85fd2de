export default function Collaboration() {
  return <h1>Collaboration</h1>;
}
