/**
 * Logins of browsers: a page presents a token once and gets a cookie for it.
 *
 * <p>A token that was accepted comes in; a cookie's value goes out, and later the caller of a cookie. The package knows no route.
 *
 * <p>Begin with {@link LoginSessions}.
 */
@NullMarked
package io.tidemark.web.session;

import org.jspecify.annotations.NullMarked;
