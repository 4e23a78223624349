package io.tidemark.alerts.http;

import io.tidemark.alerts.config.Secret;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import org.jspecify.annotations.Nullable;

/** Sends the credentials to the proxy, and to no other server. */
final class ProxyUser extends Authenticator {
    private final Secret user;

    /** @param user {@code name:password} */
    ProxyUser(Secret user) {
        this.user = user;
    }

    @Override
    protected @Nullable PasswordAuthentication getPasswordAuthentication() {
        if (getRequestorType() != RequestorType.PROXY) {
            return null;
        }
        String[] parts = user.reveal().split(":", 2);
        return new PasswordAuthentication(parts[0], (parts.length < 2 ? "" : parts[1]).toCharArray());
    }
}
