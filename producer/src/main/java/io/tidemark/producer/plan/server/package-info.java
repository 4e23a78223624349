/**
 * How the servers of a plan are started, waited for and stopped, as checked records.
 *
 * <p>In: values that {@link io.tidemark.producer.plan.read.PlanLoader} has read. Out: {@link ServerPlan}, one for each phase that has a
 * server.
 *
 * <p>Begin with {@link ServerPlan}, then {@link ServerRecipe}. It starts nothing and resolves no secret.
 */
@NullMarked
package io.tidemark.producer.plan.server;

import org.jspecify.annotations.NullMarked;
