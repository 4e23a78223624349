package io.tidemark.schemas.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** An HTTP answer as UTF-8 text, of which what is over a limit is not waited for. */
public final class BoundedText implements BodySubscriber<String> {
    private final int mostBytes;
    private final Over over;
    private final String encoding;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    private enum Over {
        IS_LEFT_OUT,
        FAILS
    }

    private BoundedText(int mostBytes, Over over, String encoding) {
        this.mostBytes = mostBytes;
        this.over = over;
        this.encoding = encoding;
    }

    /** Its beginning, if it is larger. */
    public static BoundedText beginning(int mostBytes) {
        return new BoundedText(mostBytes, Over.IS_LEFT_OUT, "");
    }

    /** All of it, without its Content-Encoding; a failure, if it is larger with it or without. */
    static BoundedText whole(int mostBytes, String contentEncoding) {
        return new BoundedText(mostBytes, Over.FAILS, contentEncoding);
    }

    @Override
    public CompletionStage<String> getBody() {
        return text;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        boolean isOver = false;
        for (ByteBuffer part : parts) {
            byte[] bytes = new byte[Math.min(part.remaining(), mostBytes - read.size())];
            isOver |= bytes.length < part.remaining();
            part.get(bytes);
            read.writeBytes(bytes);
        }
        boolean isEnough = over == Over.IS_LEFT_OUT && read.size() == mostBytes;
        if ((isOver || isEnough) && subscription != null) {
            subscription.cancel();
            conclude(isOver);
        }
    }

    private void conclude(boolean isOver) {
        if (isOver && over == Over.FAILS) {
            text.completeExceptionally(tooLarge());
        } else {
            onComplete();
        }
    }

    @Override
    public void onError(Throwable failure) {
        text.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        try {
            byte[] decoded = ContentCoding.decode(read.toByteArray(), encoding, mostBytes + 1);
            if (decoded.length > mostBytes) {
                throw tooLarge();
            }
            text.complete(new String(decoded, StandardCharsets.UTF_8));
        } catch (IOException e) {
            text.completeExceptionally(e);
        }
    }

    private IOException tooLarge() {
        return new IOException("the page is larger than " + mostBytes + " bytes");
    }
}
