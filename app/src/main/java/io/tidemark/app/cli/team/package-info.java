/**
 * The command {@code admin team}: what a team has on a cluster with an authorizer.
 *
 * <p>In: a team, names of principals, a cluster. Out: changes as text, JSON or commands of Kafka's tools, and made if asked for.
 *
 * <p>Begin with {@link TeamCommand}.
 */
@NullMarked
package io.tidemark.app.cli.team;

import org.jspecify.annotations.NullMarked;
