/**
 * The command that simulates a server over HTTP, and fits a profile to measured results.
 *
 * <p>In: a hardware profile and server flags, or result files. Out: a simulated server, or a fitted profile.
 *
 * <p>Begin with {@link SimulateCommand}.
 */
@NullMarked
package io.tidemark.app.cli.simulate;

import org.jspecify.annotations.NullMarked;
