/**
 * Logins of browsers: a page presents a token once and gets a cookie for it.
 *
 * <p>A token that was accepted comes in; a cookie's value goes out, and later the token of a cookie. The package knows no route and no caller.
 *
 * <p>Begin with {@link LoginSessions}.
 */
@NullMarked
package io.tidemark.web.session;

import org.jspecify.annotations.NullMarked;
