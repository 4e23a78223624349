package io.tidemark.app.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HealthCheckTest {
    private final AtomicInteger status = new AtomicInteger(200);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/health/ready", exchange -> {
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aServiceThatIsReadyIsHealthy() {
        assertThat(HealthCheck.run(port())).isEqualTo(HealthCheck.HEALTHY);
    }

    @Test
    void oneThatIsNotReadyIsUnhealthy() {
        status.set(503);
        assertThat(HealthCheck.run(port())).isEqualTo(HealthCheck.UNHEALTHY);
    }

    @Test
    void oneThatDoesNotAnswerIsUnhealthy() {
        String port = port();
        stop();
        assertThat(HealthCheck.run(port)).isEqualTo(HealthCheck.UNHEALTHY);
    }

    @Test
    void withoutAPortItIsUnhealthy() {
        assertThat(HealthCheck.run()).isEqualTo(HealthCheck.UNHEALTHY);
        assertThat(HealthCheck.run("http")).isEqualTo(HealthCheck.UNHEALTHY);
    }

    private String port() {
        return String.valueOf(server.getAddress().getPort());
    }
}
