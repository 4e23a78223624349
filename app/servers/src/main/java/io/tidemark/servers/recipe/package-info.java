/**
 * Recipes as shell scripts: how a command, a container, a unit, a deployment, another machine or a user's script start and stop a server.
 *
 * <p>In: a server of a plan and what its placeholders stand for. Out: a {@link StartScript}, which a guard runs.
 *
 * <p>Begin with {@link RecipeScripts}. It starts nothing.
 */
@NullMarked
package io.tidemark.servers.recipe;

import org.jspecify.annotations.NullMarked;
