/**
 * Logins of browsers: by a token, or at an OpenID provider; and who the caller is.
 *
 * <p>A token, or a provider's answer, comes in; a session and its cookie go out.
 *
 * <p>Begin with {@link LoginRoutes}.
 */
@NullMarked
package io.tidemark.console.login;

import org.jspecify.annotations.NullMarked;
