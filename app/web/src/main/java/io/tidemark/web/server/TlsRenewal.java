package io.tidemark.web.server;

import io.tidemark.schemas.time.DaemonThreads;
import java.io.IOException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server speaks TLS with. While it runs it takes a renewed certificate, and keeps the one before where the new files cannot be used. It
 * compares what the files hold: Jetty's {@code Scanner} looks at the file that a link led to when it began, which certbot and Kubernetes never change.
 * Thread-safe.
 */
final class TlsRenewal extends AbstractLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(TlsRenewal.class);
    private static final int SECONDS_BETWEEN_LOOKS = 20;

    private final TlsFiles files;
    private final SslContextFactory.Server contexts = new SslContextFactory.Server();
    private final ScheduledExecutorService thread = new DaemonThreads("http-certificate").scheduler();
    private KeyStore served;
    private String lastProblem = "";

    /** @throws IOException naming the file that cannot be used */
    TlsRenewal(TlsFiles files) throws IOException {
        this.files = files;
        this.served = files.keyStore();
        contexts.setKeyStore(served);
        contexts.setKeyStorePassword("");
        contexts.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    }

    SslContextFactory.Server contexts() {
        return contexts;
    }

    @Override
    protected void doStart() {
        var unused = thread.scheduleWithFixedDelay(
                this::look, SECONDS_BETWEEN_LOOKS, SECONDS_BETWEEN_LOOKS, TimeUnit.SECONDS);
    }

    @Override
    protected void doStop() {
        thread.shutdownNow();
    }

    synchronized void look() {
        try {
            KeyStore found = files.keyStore();
            if (!Arrays.equals(found.getCertificateChain(TlsFiles.ALIAS), served.getCertificateChain(TlsFiles.ALIAS))) {
                contexts.reload(unused -> contexts.setKeyStore(found));
                served = found;
                LOG.info("the renewed certificate in {} is in use", files.certificate());
            }
            lastProblem = "";
        } catch (Exception e) { // a thread's top
            String problem = String.valueOf(e.getMessage());
            if (!problem.equals(lastProblem)) {
                lastProblem = problem;
                LOG.error("the certificate of before stays in use: {}", problem);
            }
        }
    }
}
