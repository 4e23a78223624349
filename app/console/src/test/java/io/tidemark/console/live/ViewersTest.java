package io.tidemark.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.http.sse.SseClient;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.server.Anyone;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebSecurity;
import io.tidemark.web.server.WebServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams over a real connection. The log is small, so that it moves on. */
@Tag("integration")
@Timeout(60)
class ViewersTest {
    private static final Team PERF = new Team("perf");
    private static final Team OTHER = new Team("other");
    private static final String RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4N";
    private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");

    private final EventLog log = new EventLog(100);
    private final LiveTeams live = LiveTeams.start(List.of(PERF, OTHER), Optional.empty(), () -> NOW, log);
    private final Viewers viewers = new Viewers(live, log, () -> NOW, new Random(1));
    private final AtomicBoolean entitled = new AtomicBoolean(true);
    private final BlockingQueue<Boolean> added = new LinkedBlockingQueue<>();
    private volatile Caller caller = Caller.LOCAL;
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<InputStream> streams = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private WebServer server;

    @BeforeEach
    void start() throws IOException {
        server = WebServer.start(
                ListenAddress.parse("127.0.0.1:0"),
                WebSecurity.LOCAL,
                routes -> routes.sse("/events", this::open, Anyone.ANYONE));
    }

    private void open(SseClient client) {
        Optional<Subscription.Place> after =
                Optional.ofNullable(client.ctx().header("Last-Event-ID")).flatMap(Subscription.Place::parse);
        Subscription subscription = new Subscription(PERF::equals, Set.of(new RunKey(PERF, RUN)), after);
        added.add(viewers.add(client, caller, subscription, entitled::get));
    }

    @AfterEach
    void stop() throws IOException {
        for (InputStream stream : streams) {
            stream.close();
        }
        viewers.close();
        server.close();
        live.close();
    }

    @Test
    void aPageThatComesAfterTheLastOneWentIsToldToo() throws Exception {
        BufferedReader gone = open("");
        assertThat(event(gone)).contains("event: hello");
        gone.close();
        Await.until(() -> viewers.count() == 0, () -> viewers.count() + " are there");

        BufferedReader events = open("");
        assertThat(event(events)).contains("event: hello");
        say(PERF, RUN, "first");

        assertThat(event(events)).contains("event: windows").contains("data: first");
    }

    @Test
    void aPageIsToldOfItsTeamAndItsRunOnly() throws Exception {
        BufferedReader events = open("");
        assertThat(event(events)).contains("event: hello");
        say(OTHER, RUN, "not for it");
        say(PERF, "another run", "not asked for");
        say(PERF, RUN, "first");

        assertThat(event(events)).contains("event: windows").contains("data: first");
    }

    @Test
    void aPageThatComesBackGetsWhatCameInBetweenOnce() throws Exception {
        BufferedReader events = open("");
        event(events);
        say(PERF, RUN, "first");
        String id = id(event(events));
        say(PERF, RUN, "second");
        say(PERF, RUN, "third");

        BufferedReader again = open(id);

        assertThat(event(again)).contains("event: hello");
        assertThat(event(again)).contains("data: second");
        assertThat(event(again)).contains("data: third");
    }

    @Test
    void aPageThatWasAwayTooLongIsToldToLoadAgain() throws Exception {
        BufferedReader events = open("");
        event(events);
        say(PERF, RUN, "first");
        String id = id(event(events));
        say(PERF, RUN, "x".repeat(60));
        say(PERF, RUN, "y".repeat(60));

        BufferedReader again = open(id);

        assertThat(event(again)).contains("event: hello");
        assertThat(event(again)).contains("event: reset");
        assertThat(event(again)).contains("yyy");
    }

    @Test
    void aPlaceOfAnotherProcessIsNotTrusted() throws Exception {
        say(PERF, RUN, "first");

        BufferedReader events = open("01JD8Z6K3M5TQX9V2R7C0WHB4N-1");

        assertThat(event(events)).contains("event: hello");
        assertThat(event(events)).contains("event: reset");
        assertThat(event(events)).contains("data: first");
    }

    @Test
    void aPageWhoseLoginIsOverIsToldAndLetGo() throws Exception {
        BufferedReader events = open("");
        event(events);
        entitled.set(false);

        assertThat(event(events)).contains("event: expired");
        assertThat(events.readLine()).isNull();
        assertThat(viewers.count()).isZero();
    }

    @Test
    void oneCallerLeavesRoomToOthers() throws Exception {
        caller = new Caller("ana", Optional.of(PERF), Set.of(Scope.READ));
        for (int i = 0; i < Viewers.MAX_VIEWERS_OF_CALLER; i++) {
            open("");
            assertThat(added.take()).isTrue();
        }
        open("");
        assertThat(added.take()).as("one more of the caller").isFalse();
        caller = new Caller("bob", Optional.of(PERF), Set.of(Scope.READ));
        open("");
        assertThat(added.take()).as("another").isTrue();
    }

    private void say(Team team, String run, String data) {
        log.append(NOW, team, Optional.of(run), "windows", data);
    }

    private BufferedReader open(String lastId) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server.url() + "/events")).header("Accept", "text/event-stream");
        if (!lastId.isEmpty()) {
            request.header("Last-Event-ID", lastId);
        }
        InputStream stream = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream())
                .body();
        streams.add(stream);
        return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    /** The next event but the server's time. */
    private static String event(BufferedReader events) throws IOException {
        while (true) {
            StringBuilder event = new StringBuilder();
            String line = events.readLine();
            while (line != null && !line.isEmpty()) {
                event.append(line).append('\n');
                line = events.readLine();
            }
            if (line == null || !event.toString().contains("event: time")) {
                return event.toString();
            }
        }
    }

    private static String id(String event) {
        return event.lines()
                .filter(line -> line.startsWith("id: "))
                .map(line -> line.substring("id: ".length()))
                .findFirst()
                .orElseThrow();
    }
}
