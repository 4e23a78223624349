/**
 * The fault suite: a load, a fault and a comparison with an oracle.
 *
 * <p>A seed, a rate and times of faults come in; missing, doubled and wrong results go out.
 *
 * <p>Begin with {@link FaultScenario}.
 */
@NullMarked
package io.tidemark.faults;

import org.jspecify.annotations.NullMarked;
