package io.tidemark.postgres;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** As whom PostgreSQL's programs are run: it refuses to be root, so root runs them in a user namespace where it is nobody. */
final class PostgresAccount {
    private static final List<String> AS_NOBODY = List.of("unshare", "-U");

    private PostgresAccount() {}

    /** Why PostgreSQL cannot run here; empty if it can. */
    static Optional<String> obstacle() {
        String system = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
        if (!system.toLowerCase(Locale.ROOT).equals("linux on amd64")) {
            return Optional.of("PostgreSQL's binaries are for Linux on amd64 but this is " + system);
        }
        if (isRoot() && !works(AS_NOBODY)) {
            return Optional.of("PostgreSQL refuses to run as root, and `unshare -U` is not allowed here");
        }
        return Optional.empty();
    }

    static List<String> command(List<String> program) {
        List<String> command = new ArrayList<>(isRoot() ? AS_NOBODY : List.of());
        command.addAll(program);
        return command;
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static boolean works(List<String> prefix) {
        List<String> command = new ArrayList<>(prefix);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
