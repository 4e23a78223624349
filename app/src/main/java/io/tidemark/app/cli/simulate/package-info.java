/**
 * The command that simulates a server, over HTTP or in virtual time.
 *
 * <p>In: a hardware profile, server flags and, in virtual time, a plan. Out: a simulated server or a run in virtual time.
 *
 * <p>Begin with {@link SimulateCommand}.
 */
@NullMarked
package io.tidemark.app.cli.simulate;

import org.jspecify.annotations.NullMarked;
