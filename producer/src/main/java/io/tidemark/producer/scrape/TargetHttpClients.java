package io.tidemark.producer.scrape;

import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.client.http.TlsContexts;
import io.tidemark.producer.plan.ConnectionPlan;
import io.tidemark.producer.plan.Plan;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import org.jspecify.annotations.Nullable;

/** A client for what is asked beside the load, on the way that the plan's load takes: same trust, identity and proxy. */
public final class TargetHttpClients {
    private TargetHttpClients() {}

    /**
     * Basic authentication at a proxy's tunnel needs {@code -Djdk.http.auth.tunneling.disabledSchemes=}: the JDK has it off.
     *
     * @throws io.tidemark.producer.client.http.TlsSetupException if a file for TLS does not hold what it should
     */
    public static HttpClient of(Plan plan, Credentials credentials) {
        ConnectionPlan connection = plan.connection();
        HttpClient.Builder client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(plan.timeouts().connect());
        if (!connection.tls().equals(ConnectionPlan.Tls.DEFAULT)) {
            client.sslContext(TlsContexts.platform(connection.tls()));
        }
        connection
                .proxy()
                .ifPresent(proxy -> client.proxy(ProxySelector.of(new InetSocketAddress(proxy.host(), proxy.port()))));
        credentials.proxyUser().ifPresent(user -> client.authenticator(new ProxyUser(user)));
        return client.build();
    }

    /** Sends the credentials to the proxy, and to no other server. */
    private static final class ProxyUser extends Authenticator {
        private final String user;

        ProxyUser(String user) {
            this.user = user;
        }

        @Override
        protected @Nullable PasswordAuthentication getPasswordAuthentication() {
            if (getRequestorType() != RequestorType.PROXY) {
                return null;
            }
            String[] parts = user.split(":", 2);
            return new PasswordAuthentication(parts[0], (parts.length < 2 ? "" : parts[1]).toCharArray());
        }
    }
}
