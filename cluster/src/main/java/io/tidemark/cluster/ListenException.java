package io.tidemark.cluster;

import io.tidemark.schemas.net.HostPort;

/** An address that cannot be listened on: another process has its port, or it is none of this machine. */
public final class ListenException extends ClusterException {
    private static final long serialVersionUID = 1L;

    private final String setting;
    private final transient HostPort address;

    /** @param setting that names the port */
    public ListenException(String setting, HostPort address, Throwable cause) {
        super(setting + ": cannot listen on " + address + " (" + cause.getMessage() + ")", cause);
        this.setting = setting;
        this.address = address;
    }

    /** Such as {@code kafka.port}. */
    public String setting() {
        return setting;
    }

    public HostPort address() {
        return address;
    }
}
