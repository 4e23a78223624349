package io.tidemark.producer.client.http;

import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.tidemark.producer.plan.ConnectionPlan;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/** Trust and identity of a plan as TLS contexts. Host names are verified, unless the plan says insecure. */
public final class TlsContexts {
    private TlsContexts() {}

    /**
     * For the JDK's own HTTP client.
     *
     * @throws TlsSetupException if a file does not hold what it should
     */
    public static SSLContext platform(ConnectionPlan.Tls tls) {
        try {
            return ((JdkSslContext) builder(tls).build()).context();
        } catch (SSLException | IllegalArgumentException e) {
            throw broken(tls, e);
        }
    }

    /** For this client: over HTTP/2 a server that does not speak it is refused in the handshake. */
    static SslContext of(ConnectionPlan plan) {
        try {
            SslContextBuilder builder = builder(plan.tls());
            if (plan.http().version() == ConnectionPlan.Version.HTTP_2) {
                builder.ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                        .applicationProtocolConfig(http2Only());
            }
            return builder.build();
        } catch (SSLException | IllegalArgumentException e) {
            throw broken(plan.tls(), e);
        }
    }

    private static SslContextBuilder builder(ConnectionPlan.Tls tls) {
        SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
        tls.ca().ifPresent(file -> builder.trustManager(file.toFile()));
        tls.identity()
                .ifPresent(identity -> builder.keyManager(
                        identity.certificate().toFile(), identity.key().toFile()));
        if (tls.insecure()) {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
        }
        return builder;
    }

    private static ApplicationProtocolConfig http2Only() {
        return new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                ApplicationProtocolNames.HTTP_2);
    }

    private static TlsSetupException broken(ConnectionPlan.Tls tls, Exception why) {
        return new TlsSetupException(
                "connection.ca, cert and key must be PEM files, the key unencrypted PKCS#8, but of " + tls + " "
                        + why.getMessage(),
                why);
    }
}
