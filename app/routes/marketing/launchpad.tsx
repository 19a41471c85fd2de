export default function Launchpad() {
  return <h1>Launchpad</h1>;
}
