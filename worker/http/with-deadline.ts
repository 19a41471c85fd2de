/**
 * Awaits something for some time. What is late goes on, and its outcome is ignored.
 * @param deadlineMs in milliseconds. @param createError what is thrown after that.
 */
export async function withDeadline<T>(pending: Promise<T>, deadlineMs: number, createError: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createError()), deadlineMs);
  });
  try {
    return await Promise.race([pending, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
