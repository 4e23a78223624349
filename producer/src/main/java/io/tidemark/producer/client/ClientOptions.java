package io.tidemark.producer.client;

import io.tidemark.producer.openai.CompletionBody;
import io.tidemark.producer.plan.ConnectionPlan;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.plan.RetryPlan;
import io.tidemark.producer.plan.Timeouts;

/**
 * How the client behaves.
 *
 * @param request of it the client needs the headers and whether traces are sampled; bodies are made by {@link CompletionBody}
 * @param keepText whether answers' texts are kept, for {@code --record-text} only
 */
public record ClientOptions(
        Timeouts timeouts,
        RequestPlan request,
        ConnectionPlan connection,
        RetryPlan retries,
        Credentials credentials,
        boolean keepText) {
    public static ClientOptions of(Timeouts timeouts) {
        return new ClientOptions(
                timeouts, RequestPlan.DEFAULT, ConnectionPlan.DEFAULT, RetryPlan.OFF, Credentials.NONE, false);
    }

    public ClientOptions with(Credentials secrets) {
        return new ClientOptions(timeouts, request, connection, retries, secrets, keepText);
    }

    public ClientOptions with(RequestPlan other) {
        return new ClientOptions(timeouts, other, connection, retries, credentials, keepText);
    }

    public ClientOptions with(ConnectionPlan other) {
        return new ClientOptions(timeouts, request, other, retries, credentials, keepText);
    }

    public ClientOptions with(RetryPlan other) {
        return new ClientOptions(timeouts, request, connection, other, credentials, keepText);
    }
}
