package io.tidemark.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.schemas.Team;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While the registry answers nothing but errors, no record is archived and none is rejected; afterwards all are archived. */
@Tag("long")
final class RegistryOutageTest {
    private static final int UNAVAILABLE = 503;
    private static final int OK = 200;

    @TempDir
    private Path folder;

    private volatile boolean away = true;

    @Test
    void aRegistryThatIsAwayIsWaitedFor() throws Exception {
        Path out = folder.resolve("archive");
        Path log = folder.resolve("archive.log");
        Ledger ledger = new Ledger();
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TransactionalPublisher perf = new TransactionalPublisher(cluster, new Team("perf"), ledger::add)) {
            perf.publish(new RandomEvents(3), "a", 0, 200);
            HttpServer gate = gate(cluster.registryUrl());
            try (ArchiveProcess archive = ArchiveProcess.start(
                    cluster, out, log, "--registry", url(gate), "--until-caught-up", "--checkpoint-interval", "1s")) {
                awaitSaid(log, "fell back to the last checkpoint and tries again");
                assertThat(ArchiveProcess.counting(out)).isZero();
                away = false;
                assertThat(archive.awaitEnd()).as(archive.said()).isZero();
            } finally {
                gate.stop(0);
            }
        }
        assertThat(out.resolve("rejected")).doesNotExist();
        try (ArchiveReader archive = new ArchiveReader(out)) {
            ArchiveComparison.assertSame(archive.all("requests"), ledger.of("RequestEvent"), "RequestEvent");
            ArchiveComparison.assertSame(archive.all("tokens"), ledger.of("TokenBatch"), "TokenBatch");
        }
    }

    private static void awaitSaid(Path log, String description) throws Exception {
        for (int i = 0; !Files.readString(log).contains(description); i++) {
            assertThat(i).as(Files.readString(log)).isLessThan(600);
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private HttpServer gate(String registry) throws IOException {
        HttpServer gate = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gate.createContext("/", exchange -> answer(exchange, registry));
        gate.start();
        return gate;
    }

    private static String url(HttpServer gate) {
        return "http://127.0.0.1:" + gate.getAddress().getPort();
    }

    private void answer(HttpExchange exchange, String registry) throws IOException {
        try (exchange) {
            if (away) {
                exchange.sendResponseHeaders(UNAVAILABLE, -1);
                return;
            }
            byte[] body;
            try (var in =
                    URI.create(registry + exchange.getRequestURI()).toURL().openStream()) {
                body = in.readAllBytes();
            }
            exchange.getResponseHeaders().set("Content-Type", "application/vnd.schemaregistry.v1+json");
            exchange.sendResponseHeaders(OK, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
