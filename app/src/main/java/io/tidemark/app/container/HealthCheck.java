package io.tidemark.app.container;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/**
 * What a container's health check runs, in an image without a shell or curl: asks {@code /health/ready} of a service in the same container. It
 * uses no library, so that it starts in a moment. Exit codes are those of Docker: 0 healthy, 1 not.
 */
public final class HealthCheck {
    static final int HEALTHY = 0;
    static final int UNHEALTHY = 1;
    private static final int TIMEOUT_MILLIS = 10_000;

    private HealthCheck() {}

    /**
     * @param arguments the port of the service's {@code --http}
     */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        if (arguments.length != 1 || !arguments[0].matches("[0-9]{1,5}")) {
            System.err.println("usage: HealthCheck PORT");
            return UNHEALTHY;
        }
        String url = "http://127.0.0.1:" + arguments[0] + "/health/ready";
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            int status = connection.getResponseCode();
            System.out.println(url + " answers " + status);
            return status == HttpURLConnection.HTTP_OK ? HEALTHY : UNHEALTHY;
        } catch (IOException e) {
            System.out.println(url + " does not answer: " + e.getMessage());
            return UNHEALTHY;
        }
    }
}
