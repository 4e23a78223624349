package io.tidemark.app.run.stop;

import io.tidemark.app.process.ProcessName;

/**
 * Who wants a run to stop.
 *
 * @param caller user of a page or an API; empty for a command, whose user the operating system knows
 * @param address of that user's HTTP client; empty for a command
 */
public record StopRequester(String caller, String address) {
    /** Who runs this process. */
    public static final StopRequester OF_PROCESS = new StopRequester("", "");

    /** For people: {@code ana@gpu-1}, or the caller with the address. */
    String description() {
        if (caller.isEmpty()) {
            return ProcessName.user() + "@" + ProcessName.host();
        }
        return address.isEmpty() ? caller : caller + " from " + address;
    }
}
