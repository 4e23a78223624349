package io.tidemark.alerts.http;

import java.net.URI;
import java.util.Map;

/**
 * A request.
 *
 * @param url is not named in reasons where it is a secret: the sender masks it
 * @param headers besides those of the content
 * @param body JSON; empty for a GET
 */
public record HttpCall(String method, URI url, Map<String, String> headers, String body) {
    public static HttpCall get(URI url, Map<String, String> headers) {
        return new HttpCall("GET", url, headers, "");
    }

    public static HttpCall post(URI url, Map<String, String> headers, String json) {
        return new HttpCall("POST", url, headers, json);
    }
}
