/**
 * Commands that send load: run, search, demo, worker, calibrate; and init, plan and prompts, which prepare it.
 *
 * <p>In: options, plans and target URLs. Out: runs, search results, plan files and prompt listings.
 *
 * <p>Begin with {@link RunCommand}.
 */
@NullMarked
package io.tidemark.app.cli.measure;

import org.jspecify.annotations.NullMarked;
