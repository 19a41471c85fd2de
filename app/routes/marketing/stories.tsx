export default function Stories() {
  return <h1>Stories</h1>;
}
