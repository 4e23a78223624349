package io.tidemark.producer.client.http;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.tidemark.producer.plan.ConnectionPlan.KeepAlive;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether a connection may carry another request: by the plan, by what the server reported, by how long it has waited. */
final class KeepAliveState {
    private static final Pattern TIMEOUT = Pattern.compile("timeout\\s*=\\s*(\\d{1,6})");

    private final KeepAlive plan;
    private long idleNanos;
    private int requestsCarried;
    private boolean serverKeeps;
    private long idleSinceNanos;

    KeepAliveState(KeepAlive plan) {
        this.plan = plan;
        this.idleNanos = plan.idle().toNanos();
    }

    /** Open before anything asked for it. */
    void openedAhead(long nanos) {
        serverKeeps = true;
        idleSinceNanos = nanos;
    }

    void requestStarted() {
        requestsCarried++;
        serverKeeps = false;
    }

    /** {@code Connection: close} and {@code Keep-Alive: timeout=5} are what servers say. */
    void responseReceived(HttpResponse response) {
        serverKeeps = HttpUtil.isKeepAlive(response);
        Matcher limit = TIMEOUT.matcher(response.headers().get("keep-alive", ""));
        if (limit.find()) {
            long serverNanos =
                    Duration.ofSeconds(Long.parseLong(limit.group(1))).toNanos();
            idleNanos = Math.min(plan.idle().toNanos(), serverNanos);
        }
    }

    void idleSince(long nanos) {
        idleSinceNanos = nanos;
    }

    boolean isReusable(long nowNanos) {
        return plan.reuse()
                && serverKeeps
                && requestsCarried < plan.requests()
                && nowNanos - idleSinceNanos < idleNanos;
    }
}
