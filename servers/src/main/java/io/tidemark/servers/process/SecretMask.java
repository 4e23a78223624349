package io.tidemark.servers.process;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Puts asterisks in the place of secrets. A secret of fewer than four characters is not looked for: it would be found everywhere. */
public final class SecretMask {
    private static final int SHORTEST = 4;
    private static final String MASK = "********";

    private final List<String> secrets;

    public SecretMask(Collection<String> secrets) {
        // The longest first: one may be a part of another.
        this.secrets = secrets.stream()
                .filter(secret -> secret.length() >= SHORTEST)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    public String apply(String text) {
        String masked = text;
        for (String secret : secrets) {
            masked = masked.replace(secret, MASK);
        }
        return masked;
    }
}
