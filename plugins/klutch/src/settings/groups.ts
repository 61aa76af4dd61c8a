/** Members of a list that stand together. */
export interface Group<Member> {
  /** Absent for members without a group. */
  title?: string;
  members: Member[];
}

/** Groups in the order of their first members, after the members without a group. */
export function groupsOf<Member>(
  members: readonly Member[],
  titleOf: (member: Member) => string | undefined,
): Group<Member>[] {
  const groups = new Map<string | undefined, Member[]>([[undefined, []]]);
  for (const member of members) {
    const title = titleOf(member);
    groups.set(title, [...(groups.get(title) ?? []), member]);
  }
  return [...groups]
    .filter(([, found]) => found.length > 0)
    .map(([title, found]) => ({ ...(title && { title }), members: found }));
}
