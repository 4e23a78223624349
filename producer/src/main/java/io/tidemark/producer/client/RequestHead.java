package io.tidemark.producer.client;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.tidemark.events.ApiKind;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.plan.ConnectionPlan;
import io.tidemark.producer.plan.ConnectionPlan.Version;

/** What is the same in the head of every request. */
public record RequestHead(TargetEndpoint endpoint, ClientOptions options) {
    /** A path, or for a proxy that passes plain requests on, the whole URL. */
    public String target(ApiKind api) {
        return isPassedOnByProxy() ? "http://" + endpoint.authority() + endpoint.path(api) : endpoint.path(api);
    }

    public boolean tls() {
        return endpoint.tls();
    }

    /** Plain HTTP/1.1 is what proxies pass on; everything else needs a tunnel. */
    public boolean isPassedOnByProxy() {
        ConnectionPlan plan = options.connection();
        return plan.proxy().isPresent() && !tls() && plan.http().version() == Version.HTTP_1_1;
    }

    public void fill(HttpHeaders headers, CompletionRequest request) {
        headers.set(HttpHeaderNames.HOST, endpoint.authority());
        headers.set(HttpHeaderNames.CONTENT_TYPE, "application/json");
        headers.setInt(HttpHeaderNames.CONTENT_LENGTH, request.sizeBytes());
        headers.set(HttpHeaderNames.ACCEPT, request.expected().stream() ? "text/event-stream" : "application/json");
        headers.set(HttpHeaderNames.USER_AGENT, "tidemark");
        headers.set("x-request-id", request.id());
        headers.set("traceparent", request.trace().header(options.request().traceSampled()));
        if (!options.connection().keepAlive().reuse()
                && options.connection().http().version() == Version.HTTP_1_1) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        PlanHeaders.of(options.request(), options.credentials()).forEach(headers::set);
        if (isPassedOnByProxy()) {
            options.credentials()
                    .proxyAuthorization()
                    .ifPresent(value -> headers.set(HttpHeaderNames.PROXY_AUTHORIZATION, value));
        }
    }
}
