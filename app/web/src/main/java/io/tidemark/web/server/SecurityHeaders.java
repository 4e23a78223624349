package io.tidemark.web.server;

import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.internal.ResponseHttpFields.PersistentHttpField;

/**
 * The headers of every response, refusals included: they forbid foreign content, framing, content sniffing, caching and referrers.
 * A route may put another value in a header's place, but not take it away.
 */
record SecurityHeaders(boolean tls) implements HttpConfiguration.Customizer {
    private static final List<HttpField> ALWAYS = List.of(
            field(
                    "Content-Security-Policy",
                    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"),
            field("X-Content-Type-Options", "nosniff"),
            field("X-Frame-Options", "DENY"),
            field("Referrer-Policy", "no-referrer"),
            field("Cross-Origin-Opener-Policy", "same-origin"),
            field("Cross-Origin-Resource-Policy", "same-origin"),
            field("Cache-Control", "no-store"));

    /** One year. */
    private static final HttpField ONLY_TLS =
            field(HttpHeader.STRICT_TRANSPORT_SECURITY.asString(), "max-age=31536000");

    @Override
    public Request customize(Request request, HttpFields.Mutable responseHeaders) {
        ALWAYS.forEach(responseHeaders::put);
        if (tls) {
            responseHeaders.put(ONLY_TLS);
        }
        return request;
    }

    /** Persistent: Jetty clears other headers before it writes an error. */
    private static HttpField field(String name, String value) {
        return new PersistentHttpField(new HttpField(name, value));
    }
}
