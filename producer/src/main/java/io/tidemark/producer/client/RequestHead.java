package io.tidemark.producer.client;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.tidemark.events.ApiKind;
import java.util.Optional;

/** What is the same in the head of every request. */
record RequestHead(Endpoint endpoint, Optional<ApiKey> apiKey) {
    String path(ApiKind api) {
        return endpoint.path(api);
    }

    boolean tls() {
        return endpoint.tls();
    }

    void fill(HttpHeaders headers, CallRequest request) {
        headers.set(HttpHeaderNames.HOST, endpoint.authority());
        headers.set(HttpHeaderNames.CONTENT_TYPE, "application/json");
        headers.setInt(HttpHeaderNames.CONTENT_LENGTH, request.sizeBytes());
        headers.set(HttpHeaderNames.ACCEPT, "text/event-stream");
        headers.set(HttpHeaderNames.USER_AGENT, "tidemark");
        headers.set("x-request-id", request.id());
        apiKey.ifPresent(key -> headers.set(HttpHeaderNames.AUTHORIZATION, key.authorization()));
    }
}
