package io.tidemark.servers.process;

import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.plan.server.EnvironmentValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Puts asterisks in the place of secrets. A secret of fewer than four characters is not looked for: it would be found everywhere. */
public final class SecretMask {
    private static final int SHORTEST = 4;

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
            masked = masked.replace(secret, EnvironmentValue.MASK);
        }
        return masked;
    }

    /** A command line, also with those that follow a flag with the name of one. */
    public List<String> commandLine(List<String> command) {
        List<String> words = new ArrayList<>();
        boolean secretNext = false;
        for (String word : command) {
            int equals = word.indexOf('=');
            boolean secretFlag = word.startsWith("--")
                    && SecretNames.isKey((equals < 0 ? word : word.substring(0, equals)).substring(2));
            if (secretNext && !word.startsWith("--")) {
                words.add(EnvironmentValue.MASK);
            } else if (secretFlag && equals > 0) {
                words.add(word.substring(0, equals + 1) + EnvironmentValue.MASK);
            } else {
                words.add(apply(word));
            }
            secretNext = secretFlag && equals < 0;
        }
        return words;
    }
}
