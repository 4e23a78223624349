/**
 * The rules that decide which alerts of a team are active.
 *
 * <p>Events of the team's topics and the time come in; new and changed alerts go out. No I/O.
 *
 * <p>Begin with {@link TeamRules}.
 */
@NullMarked
package io.tidemark.alerts.rule;

import org.jspecify.annotations.NullMarked;
