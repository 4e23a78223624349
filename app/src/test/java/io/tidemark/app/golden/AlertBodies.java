package io.tidemark.app.golden;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.alerts.config.AlertsFile;
import io.tidemark.alerts.config.AlertsFileReader;
import io.tidemark.alerts.receiver.Notification;
import io.tidemark.alerts.receiver.Receiver;
import io.tidemark.alerts.receiver.Receivers;
import io.tidemark.alerts.receiver.SendResult;
import io.tidemark.alerts.rule.AlertChange;
import io.tidemark.alerts.rule.TeamRules;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.WindowStats;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.schemas.time.Clocks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** What each kind of receiver that speaks HTTP sends of a run's alerts. */
final class AlertBodies implements AutoCloseable {
    private static final String CONFIGURATION = """
        external_url: https://tidemark.example.com
        receivers:
          - { name: alertmanager, alertmanager: { urls: [ URL ] } }
          - { name: hook, webhook: { url: URL/hook } }
          - { name: chat, slack: { url: { env: CHAT } } }
          - { name: mattermost, slack: { url: { env: CHAT }, format: mattermost } }
          - { name: on-call, pagerduty: { url: URL, routing_key: { env: SECRET } } }
          - { name: commits, github: { url: URL, repository: example/config, token: { env: SECRET } } }
        routes: [ { receivers: [ alertmanager, hook, chat, mattermost, on-call, commits ] } ]
        """;

    private final HttpServer server;
    private final List<String> received = new ArrayList<>();

    private AlertBodies() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::take);
        server.start();
    }

    /** Of the events of a run, second by second, and until an hour after it. The changes of one second, which have no order, by when their alerts began. */
    static List<AlertChange> changes(List<TopicEvent> events) {
        TeamRules rules = new TeamRules(GoldenHome.TEAM, TeamRules.Configuration.defaults(), List.of(), Map.of());
        List<AlertChange> changes = new ArrayList<>();
        Instant begin = events.get(0).at();
        Instant end = events.get(events.size() - 1).at();
        int next = 0;
        for (Instant now = begin; !now.isAfter(end); now = now.plusSeconds(1)) {
            rules.begin(now, Duration.between(begin, now).toNanos(), true);
            while (next < events.size() && !events.get(next).at().isAfter(now)) {
                SpecificRecord event = events.get(next++).event();
                if (!(event instanceof RequestEvent || event instanceof WindowStats)) {
                    rules.on(event);
                }
            }
            rules.end();
            rules.takeAlerts().stream()
                    .sorted(Comparator.comparing(change -> change.alert().startsAt()))
                    .forEach(changes::add);
        }
        return changes;
    }

    static String of(List<Notification> notifications) throws IOException {
        try (AlertBodies bodies = new AlertBodies()) {
            return bodies.send(notifications);
        }
    }

    private String send(List<Notification> notifications) {
        StringBuilder text = new StringBuilder();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        AlertsFile file = AlertsFileReader.parse(
                CONFIGURATION.replace("URL", url),
                Path.of("alerts.yaml"),
                Map.of("CHAT", url + "/chat", "SECRET", "0123456789"),
                new KnownKeys());
        Clocks clocks = new Clocks(() -> 0, InstantSource.fixed(GoldenHome.NOW));
        for (Receiver receiver : Receivers.open(file, clocks)) {
            try (receiver) {
                for (Notification notification : notifications) {
                    if (receiver.takes(notification)) {
                        SendResult result = receiver.send(List.of(notification));
                        text.append("== ").append(receiver.name()).append(' ').append(notification.status());
                        text.append(' ')
                                .append(result.getClass().getSimpleName())
                                .append('\n');
                        takeReceived().forEach(request -> text.append(request).append('\n'));
                    }
                }
            }
        }
        return text.toString();
    }

    private synchronized List<String> takeReceived() {
        List<String> taken = List.copyOf(received);
        received.clear();
        return taken;
    }

    private void take(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        synchronized (this) {
            received.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + "\n" + GoldenText.pretty(body));
        }
        byte[] answer = "{}".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
