package io.tidemark.producer.client;

import io.tidemark.events.ApiKind;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.schemas.net.HostPort;
import java.net.URI;

/**
 * The server's end. The name is looked up for each new connection, see {@code NameLookup}.
 *
 * @param host a name, or an address without brackets
 * @param basePath what precedes {@code /v1}, without a slash at its end
 * @param requestPath path and query of requests, where they are not the API's usual ones; else empty
 */
public record TargetEndpoint(String host, int port, boolean tls, String basePath, String requestPath) {
    /** @param url of scheme http or https, with or without {@code /v1} at its end */
    public static TargetEndpoint of(URI url) {
        return of(url, "");
    }

    /** With the plan's own path for requests, if it has one. */
    public static TargetEndpoint of(TargetPlan target) {
        String path = target.url().getRawPath() == null ? "" : target.url().getRawPath();
        return of(
                target.url(),
                target.paths()
                        .requests()
                        .map(TargetPlan.withoutSlash(path)::concat)
                        .orElse(""));
    }

    private static TargetEndpoint of(URI url, String requestPath) {
        boolean tls = "https".equals(url.getScheme());
        int port = url.getPort() >= 0 ? url.getPort() : tls ? 443 : 80;
        String base = TargetPlan.withoutApi(url.getPath() == null ? "" : url.getPath());
        return new TargetEndpoint(new HostPort(url.getHost(), port).host(), port, tls, base, requestPath);
    }

    /** With its query, if the plan gives one. */
    public String path(ApiKind api) {
        if (!requestPath.isEmpty()) {
            return requestPath;
        }
        return basePath + (api == ApiKind.COMPLETIONS ? "/v1/completions" : "/v1/chat/completions");
    }

    String authority() {
        String written = new HostPort(host, port).toString();
        boolean usual = port == (tls ? 443 : 80);
        return usual ? written.substring(0, written.lastIndexOf(':')) : written;
    }
}
