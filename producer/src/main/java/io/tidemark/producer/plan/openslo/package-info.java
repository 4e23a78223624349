/**
 * Reads objectives from OpenSLO documents (openslo/v1).
 *
 * <p>In: YAML documents of kind SLO, SLI, AlertPolicy and AlertCondition. Out: objectives with burn-rate rules, and remarks on what is read otherwise than written.
 *
 * <p>Begin with {@link OpenSloReader}.
 */
@NullMarked
package io.tidemark.producer.plan.openslo;

import org.jspecify.annotations.NullMarked;
