/**
 * What test classes cost in CPU seconds.
 *
 * <p>In: the end of each test class, and the kernel's figures of this process. Out: a line per class in the module's target/surefire-reports, which
 * bin/verify adds up.
 *
 * <p>It knows nothing of Tidemark, whose tests all run with it.
 */
@NullMarked
package io.tidemark.cputimes;

import org.jspecify.annotations.NullMarked;
