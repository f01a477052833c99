/** Pieces of SQL that create many rows at once. */

/** Begins a statement with a table `n`, whose column `i` counts from 0. */
export const range = (count: number) =>
  `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${count})`;

/** @param kind a number of the table's own, so that no two tables share an id */
export const idOf = (kind: number, column = 'i') =>
  `printf('${String(kind).padStart(8, '0')}-0000-4000-8000-%012d', ${column})`;
