package io.tidemark.alerts.dispatch;

import io.tidemark.alerts.receiver.Notification;
import io.tidemark.alerts.receiver.Receiver;
import io.tidemark.alerts.receiver.SendResult;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Posts a line per notification: its identity and its status. */
record HttpReceiver(URI url, HttpClient client) implements Receiver {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    @Override
    public String name() {
        return "ledger";
    }

    @Override
    public int batchSize() {
        return 10;
    }

    @Override
    public Optional<Resend> resend() {
        return Optional.empty();
    }

    @Override
    public boolean takes(Notification notification) {
        return true;
    }

    @Override
    public SendResult send(List<Notification> notifications) {
        String body = notifications.stream()
                .map(one -> one.alert().id().dedupKey() + " " + one.status())
                .collect(Collectors.joining("\n"));
        try {
            HttpResponse<Void> answer = client.send(
                    HttpRequest.newBuilder(url)
                            .timeout(TIMEOUT)
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
            return answer.statusCode() == 200
                    ? new SendResult.Delivered()
                    : new SendResult.Retry(
                            answer.headers()
                                    .firstValue("Retry-After")
                                    .map(Long::parseLong)
                                    .map(Duration::ofSeconds),
                            "HTTP " + answer.statusCode());
        } catch (IOException e) {
            return new SendResult.Retry(Optional.empty(), e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SendResult.Retry(Optional.empty(), "interrupted");
        }
    }

    @Override
    public void close() {}
}
