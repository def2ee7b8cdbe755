"""The command that trains players."""

from pathlib import Path
from typing import Annotated

import typer

from bellhop.cli.app import GameName, Seed, app


@app.command()
def train(
    game: GameName,
    seconds: Annotated[float, typer.Option(help="How long to learn.", min=1)] = 480.0,
    players: Annotated[
        str, typer.Option(help="Numbers of players, such as 2 or 2,3,4; all by default.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option(help="The folder of the run, which goes on from there.")
    ] = None,
    kernels: Annotated[
        Path | None, typer.Option(help="A folder of kernels for the GPU, built elsewhere.")
    ] = None,
    device: Annotated[str, typer.Option(help="gpu, cores, or auto.")] = "auto",
    seed: Seed = 1,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", help="A setting, such as games=4096; repeatable."),
    ] = None,
    start_over: Annotated[bool, typer.Option(help="Forget what was learnt before.")] = False,
    start: Annotated[Path | None, typer.Option(help="A network to begin with.")] = None,
    against: Annotated[
        str,
        typer.Option(
            help="Learn to beat this one: a bot such as casual, FILE, or FILE@TEMPERATURE."
        ),
    ] = "",
    on: Annotated[str, typer.Option(help="here, or ray: several workers learn together.")] = "here",
    workers: Annotated[int, typer.Option(min=2, help="The number of workers on ray.")] = 2,
) -> None:
    """Train a player by self-play; needs the extra `train`."""
    from bellhop.lab.curves import plot_run
    from bellhop.training.command import Request, train

    folder = train(
        Request(
            game=game,
            seconds=seconds,
            players=players,
            out=out,
            kernels=kernels,
            device=device,
            seed=seed,
            changes=changes or [],
            start_over=start_over,
            start=start,
            against=against,
            on=on,
            workers=workers,
        )
    )
    plot_run(folder)
